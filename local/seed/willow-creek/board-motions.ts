import type { Minute } from '../meetings/record.ts';

/** Voted by roll call, amended. */
export const repaving = async (minute: Minute): Promise<void> => {
  const item = minute.item('repaving');
  minute.fact(3, 'item_started', item, {});
  const motion = await minute.motion(8, item, {
    words: 'That Prairie Asphalt repave Mill Pond Road for $48,200.',
    mover: 'marcus',
    second: 'dale',
    method: 'roll_call',
  });
  const text_id = minute.fact(
    12,
    'motion_text',
    motion.id,
    { mover: 'Bea Marsh', reason: 'The reserve must keep three months of dues.' },
    {
      text: '<p>That Prairie Asphalt repave Mill Pond Road for at most $46,000, in May.</p>',
      replaces: [motion.text_id],
    },
  );
  const vote = (key: string, choice: 'for' | 'against') =>
    minute.fact(14, 'vote', minute.director(key), { motion_id: motion.id, choice });
  const counted = [vote('board', 'for'), vote('dale', 'for'), vote('marcus', 'against')];
  minute.result(
    15,
    { ...motion, text_id },
    {
      outcome: 'adopted',
      method: 'roll_call',
      votes: { for: 2, against: 1, abstain: 0 },
      present: 3,
      roll: 3,
      counted,
    },
  );
};

/** Voted by count, with a recusal. */
export const barrel = async (minute: Minute): Promise<void> => {
  const item = minute.item('barrel');
  minute.fact(17, 'item_started', item, {});
  minute.fact(18, 'recused', minute.director('marcus'), { item_id: item, nature: 'Neighbor of the home', stays: true });
  const motion = await minute.motion(19, item, {
    words: 'That the rain barrel be approved as described.',
    mover: 'dale',
    second: 'board',
    method: 'count',
  });
  minute.fact(22, 'count', motion.id, { label: 'The table', for: 2, against: 0, abstain: 0 });
  minute.result(23, motion, {
    outcome: 'adopted',
    method: 'count',
    votes: { for: 2, against: 0, abstain: 0 },
    present: 3,
    roll: 3,
  });
};

/** Voted by voice. */
export const hinges = async (minute: Minute): Promise<void> => {
  const item = minute.item('hinges');
  minute.fact(25, 'item_started', item, {});
  const motion = await minute.motion(26, item, {
    words: 'That both hinges of the pool gate be replaced for at most $140.',
    mover: 'dale',
    second: 'marcus',
    method: 'voice',
  });
  minute.result(29, motion, {
    outcome: 'adopted',
    method: 'voice',
    votes: { for: 3, against: 0, abstain: 0 },
    present: 3,
    roll: 3,
  });
};
