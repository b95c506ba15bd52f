/**
 * A name of somebody else for a sentence of the page, in its own direction of writing.
 *
 * Without the marks around it a name in Arabic or Hebrew turns around the figures beside it. Marks of the same kind in the
 * name could end them.
 */
export const isolated = (name: string): string => `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069`;
