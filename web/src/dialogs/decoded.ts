const LINE_FEED = 0x0a;

/** The text of these bytes in UTF-8, or undefined if they are no UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The lines of some bytes, each with its line feed. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const next = end < 0 ? bytes.length : end + 1;
    yield bytes.subarray(from, next);
    from = next;
  }
}

/**
 * The text of a file of games, read as the program reads it (`src/pgn/encoding.rs`).
 *
 * It is UTF-16 if a byte-order mark says so, else UTF-8. Lines that are no UTF-8 are Windows-1252: files of several sources
 * hold both.
 */
export async function decoded(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const latin = new TextDecoder('windows-1252');
  return utf8(bytes) ?? [...linesOf(bytes)].map((line) => utf8(line) ?? latin.decode(line)).join('');
}
