import type { Entity } from '../../schema/rows.ts';
import { type Entry, entryOf, indexedOf, searchedOf } from './entry.ts';
import { excerptOf, type Marks, queryWords } from './query-words.ts';
import type { Found } from './ranking.ts';
import type { SearchRows, SearchSource, Viewer } from './source.ts';
import { WordIndex } from './word-index.ts';

export type Hit = { key: string; title: string; about: string; detail: string; href: string; excerpt: string };
/** `count`: of all results of this kind, of which `hits` are the first. */
export type HitGroup = { source: SearchSource; hits: Hit[]; count: number };
export type Results = { groups: HitGroup[]; count: number; marks: Marks };

/** The number of results below which words that are spelled a little differently are found too. */
const ENOUGH = 5;
const NOTED_AT_ONCE = 50;
const NOTHING: Results = { groups: [], count: 0, marks: { beginnings: [], words: new Set() } };

/** A full-text index of the rows of a device. It notes what has changed, and takes it in piece by piece. */
export class SearchIndex {
  readonly #rows: SearchRows;
  readonly #viewer: Viewer;
  readonly #sources: ReadonlyMap<string, SearchSource>;
  readonly #order: readonly SearchSource[];
  readonly #entries = new Map<string, Entry>();
  /** The record of each row that is a part of one, by the entity of the record and the row's key. */
  readonly #recordOf = new Map<string, string>();
  readonly #queue = new Set<string>();
  #work: Generator<void, void> | undefined;
  readonly #index = new WordIndex();

  constructor({ rows, viewer, sources }: { rows: SearchRows; viewer: Viewer; sources: readonly SearchSource[] }) {
    this.#rows = rows;
    this.#viewer = viewer;
    this.#order = sources;
    this.#sources = new Map(sources.map((source) => [source.entity, source]));
    this.#work = this.#noteEverything();
  }

  /** How many records are in the index. */
  get size(): number {
    return this.#entries.size;
  }

  /** How many different words are in the index. */
  get wordCount(): number {
    return this.#index.wordCount;
  }

  /** True while changes are noted that the index has not taken in. */
  get isBehind(): boolean {
    return this.#queue.size > 0 || this.#work !== undefined;
  }

  /** Notes that rows (`entity/id`) have changed, come or gone. */
  note(keys: readonly string[]): void {
    this.#noteAll(keys);
    for (const key of keys) {
      const [entity, id] = split(key);
      for (const source of this.#order)
        for (const other of source.follows?.[entity]?.(id, this.#rows) ?? [])
          this.#queue.add(`${source.entity}/${other}`);
    }
  }

  /** Takes in what is noted until `isTimeUp`, which is asked after each piece. */
  takeIn(isTimeUp: () => boolean = () => false): void {
    while (this.isBehind) {
      this.#work ??= this.#next();
      if (this.#work.next().done) this.#work = undefined;
      if (isTimeUp()) return;
    }
  }

  /** The records that match every word of the query, by kind, at most `limit` of each; the most recent come first among
   * those that match equally well. */
  search(query: string, limit: (entity: Entity) => number): Results {
    const words = queryWords(query);
    if (words.length === 0) return NOTHING;
    const exact = this.#index.match(this.#entries, words, false);
    const found = exact.size < ENOUGH ? new Map([...this.#index.match(this.#entries, words, true), ...exact]) : exact;
    const marks = { beginnings: words, words: new Set([...found.values()].flatMap(({ fuzzy }) => fuzzy)) };
    const byKind = Map.groupBy(found, ([key]) => this.#entries.get(key)!.source);
    const groups = [...byKind]
      .map(([source, hits]) => ({ source, ranked: this.#ranked(hits) }))
      .sort(
        (a, b) =>
          a.ranked[0]!.rank - b.ranked[0]!.rank || this.#order.indexOf(a.source) - this.#order.indexOf(b.source),
      )
      .map(({ source, ranked }) => ({
        source,
        count: ranked.length,
        hits: ranked.slice(0, limit(source.entity)).map((found) => this.#hit(found, marks)),
      }));
    return { groups, count: found.size, marks };
  }

  /** The records that these addresses lead to, in this order. */
  at(hrefs: readonly string[]): { source: SearchSource; hit: Hit }[] {
    const wanted = new Set(hrefs);
    const found = new Map<string, string>();
    for (const [key, { href }] of this.#entries) if (wanted.has(href)) found.set(href, key);
    return hrefs.flatMap((href) => {
      const key = found.get(href);
      return key ? [this.#plainHit(key)] : [];
    });
  }

  /** The most recent records. */
  newest(count: number): { source: SearchSource; hit: Hit }[] {
    let newest: [string, string][] = [];
    for (const [key, { at }] of this.#entries) {
      if (newest.length === count && at <= newest.at(-1)![1]) continue;
      newest = [...newest, [key, at] as [string, string]].sort((a, b) => (a[1] < b[1] ? 1 : -1)).slice(0, count);
    }
    return newest.map(([key]) => this.#plainHit(key));
  }

  *#noteEverything(): Generator<void, void> {
    for (const { entity, parts = {} } of this.#order)
      for (const part of [entity, ...Object.keys(parts)] as Entity[]) {
        const { ids } = this.#rows(part);
        for (let at = 0; at < ids.length; at += NOTED_AT_ONCE) {
          this.#noteAll(ids.slice(at, at + NOTED_AT_ONCE).map((id) => `${part}/${id}`));
          yield;
        }
      }
  }

  #noteAll(keys: readonly string[]) {
    for (const key of keys) {
      const [entity, id] = split(key);
      if (this.#sources.has(entity)) this.#queue.add(key);
      for (const { entity: owner, parts } of this.#order) {
        const column = parts?.[entity];
        if (!column) continue;
        const part = `${owner} ${key}`;
        const before = this.#recordOf.get(part);
        if (before) this.#queue.add(before);
        const row = this.#rows(entity).get(id) as unknown as Record<string, unknown> | undefined;
        const record_id = row?.[column];
        if (!record_id) this.#recordOf.delete(part);
        else {
          const record = `${owner}/${record_id}`;
          this.#recordOf.set(part, record);
          this.#queue.add(record);
        }
      }
    }
  }

  *#next(): Generator<void, void> {
    const [key] = this.#queue;
    if (key === undefined) return;
    this.#queue.delete(key);
    const before = this.#entries.get(key);
    const after = this.#read(key);
    if (before && after && searchedOf(before) === searchedOf(after)) return void this.#entries.set(key, after);
    this.#entries.delete(key);
    for (const piece of before ? indexedOf(key, before) : []) {
      this.#index.remove(piece);
      yield;
    }
    if (!after) return;
    this.#entries.set(key, after);
    for (const piece of indexedOf(key, after)) {
      this.#index.add(piece);
      yield;
    }
  }

  #read(key: string): Entry | undefined {
    const [entity, id] = split(key);
    const source = this.#sources.get(entity)!;
    const row = this.#rows(entity).get(id);
    const record = row && source.read(row, this.#rows, this.#viewer);
    return record ? entryOf(source, record) : undefined;
  }

  #ranked(found: readonly (readonly [string, Found])[]) {
    return found
      .map(([key, { rank, piece }]) => {
        const { isOpen, at } = this.#entries.get(key)!;
        return { key, rank, piece, isOpen: Number(isOpen), at };
      })
      .sort(
        (a, b) =>
          a.rank - b.rank || b.isOpen - a.isOpen || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.key < b.key ? -1 : 1),
      );
  }

  /** Where all words are in the title, its text adds nothing. */
  #hit({ key, piece, rank }: { key: string; piece: number; rank: number }, marks: Marks): Hit {
    const { title, about, detail, href, texts } = this.#entries.get(key)!;
    return { key, title, about, detail: detail(), href, excerpt: rank < 2 ? '' : excerptOf(texts[piece] ?? '', marks) };
  }

  #plainHit(key: string) {
    const { source, title, about, detail, href } = this.#entries.get(key)!;
    return { source, hit: { key, title, about, detail: detail(), href, excerpt: '' } };
  }
}

const split = (key: string): [Entity, string] => {
  const slash = key.indexOf('/');
  return [key.slice(0, slash) as Entity, key.slice(slash + 1)];
};
