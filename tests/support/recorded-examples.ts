type Example = { body?: unknown; answers: Record<string, unknown> };

export const isRecording = Boolean(process.env.RECORD_EXAMPLES);
export const recordedExamples = new Map<string, Example>();

/** Keeps the first call of a route that succeeded, with each status. */
export const recordExample = (route: string, status: number, sent: object, answer: unknown): void => {
  const example = recordedExamples.get(route) ?? { answers: {} };
  recordedExamples.set(route, example);
  if (Object.keys(sent).length > 0) example.body ??= sent;
  if (answer !== null && typeof answer === 'object') example.answers[status] ??= answer;
};
