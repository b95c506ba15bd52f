import type { PointsDifference, PointsFinding, TrainingItem, TrainingSubject } from '../../net/report';
import { useFormats } from './formats';

/** Openings, kinds of games and habits in words: as they are found, and as they are to be trained. */
export function useSubjects(): { finding: (found: PointsFinding) => string; training: (item: TrainingItem) => string } {
  const { peers } = useFormats();
  const named = (subject: TrainingSubject, habit: string): string => {
    switch (subject.kind) {
      case 'opening':
        return peers.train.opening(subject.name, peers.withColor[subject.color] ?? subject.color);
      case 'course':
        return peers.word(subject.name);
      case 'habit':
        return `${habit}: ${peers.habit(subject.habit, subject.question)}`;
    }
  };
  return {
    finding: (found) => named(found, peers.moreOfIt),
    training: (item) => named(item, item.kind === 'habit' ? peers.train[item.direction] : ''),
  };
}

/** The points of what to train are those of the games with fewer of them: of less of a habit, where more of it helps. */
export function pointsOf(item: TrainingItem): PointsDifference {
  const { games, other_games, difference, error_95 } = item.points;
  if (item.kind !== 'habit' || item.direction === 'less') return item.points;
  return { games: other_games, other_games: games, difference: -difference, error_95 };
}
