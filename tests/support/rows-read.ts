import { type Client, createClient } from '@libsql/client/web';

type Step = { rows_read?: number } | null;
type Pipeline = { results: { response?: { result?: Step & { step_results?: Step[] } } }[] };

export const countingClient = (url: string): { db: Client; rowsRead(): number } => {
  let read = 0;
  const counting = async (request: Request): Promise<Response> => {
    // Only the JSON form of the protocol tells the figure in words, so the other is not offered.
    if (request.url.includes('protobuf')) return new Response('', { status: 404 });
    const answer = await fetch(request);
    if (request.url.endsWith('/pipeline')) read += sum((await answer.clone().json()) as Pipeline);
    return answer;
  };
  return { db: createClient({ url, fetch: counting }), rowsRead: () => read };
};

const sum = ({ results }: Pipeline): number =>
  results
    .flatMap(({ response }) => response?.result?.step_results ?? [response?.result ?? null])
    .reduce((total, one) => total + (one?.rows_read ?? 0), 0);
