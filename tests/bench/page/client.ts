/** The measurements need this of a client: the app's own store (page/porchlight.ts), or the usual one (usual/page.ts). */
export type Client = {
  /** The newest `LIMIT` rows, asked once. */
  query(query: Query): Row[] | Promise<Row[]>;
  /** Calls the listener with the newest `LIMIT` rows and the number of all that match, now and after each change. Returns
   * a function that ends it. */
  subscribeList(query: Query, listener: (rows: readonly Row[], count: number) => void): () => void;
  subscribeRow(id: string, listener: (row: Row | undefined) => void): () => void;
  /** Resolves when the change shows here. */
  update(id: string, status: string): Promise<unknown>;
  /** How many changes the server has not confirmed. */
  countPending(): number | Promise<number>;
};

export type Query = { search?: string; status?: string };
export type Row = { id: string; status: string };
export const LIMIT = 50;
