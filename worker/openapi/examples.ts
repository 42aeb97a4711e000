import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call as a test made it: its body and its answer by status, of JSON alone. */
type Example = { body?: unknown; answers: Readonly<Record<string, unknown>> };

const FILE = join(import.meta.dirname, 'examples.json');
const EXAMPLES = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Example>>;

const NONE: Example = { answers: {} };

/** Recorded by tests/api/openapi.test.ts. */
export const exampleOf = (route: string): Example => EXAMPLES[route] ?? NONE;

/** An answer with this status of an error. */
export const errorExample = (status: number): unknown => exampleOf('ERRORS').answers[status];

/** The body that is sent out for an event of this type. */
export const eventExample = (type: string): unknown => exampleOf('EVENTS').answers[type];
