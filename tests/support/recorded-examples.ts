type Example = { body?: unknown; answers: Record<string, unknown> };

export const isRecording = Boolean(process.env.RECORD_EXAMPLES);
export const recordedExamples = new Map<string, Example>();

/** Keeps the first call of a route that succeeded, with each status; of a list the first that is not empty. */
export const recordExample = (route: string, status: number, sent: object, answer: unknown): void => {
  const example = recordedExamples.get(route) ?? { answers: {} };
  recordedExamples.set(route, example);
  if (Object.keys(sent).length > 0) example.body ??= sent;
  if (answer === null || typeof answer !== 'object') return;
  if (example.answers[status] === undefined || isEmptyList(example.answers[status])) example.answers[status] = answer;
};

const isEmptyList = (answer: unknown): boolean => {
  const list = Array.isArray(answer) ? answer : (answer as { docs?: unknown[] }).docs;
  return list?.length === 0;
};
