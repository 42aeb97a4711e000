import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { ROOT } from '../../../local/paths.ts';
import { apiAs } from './server.ts';

export const board = () => apiAs('board@willowcreek.test');
export const KEYPAD = 'Main gate keypad is dark at night';
export const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

/** A request of a resident that only one test touches. */
export const filed = async (title: string): Promise<string> => {
  const body = { title, category: 'Other', description: '<p>Every evening.</p>' };
  const answer = await apiAs('hannah.weiss@willowcreek.test')('POST', '/api/requests', body);
  expect(answer.status).toBe(201);
  return title;
};

/** Red, green and blue of what is written there, 0 to 255. */
export const inkOf = (locator: Locator): Promise<number[]> =>
  locator.evaluate((element) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.fillStyle = getComputedStyle(element).color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });

/** Runs in the page: every later mutation throws an unexpected error. */
export const breakChanges = () => {
  const write = JSON.stringify;
  JSON.stringify = (value: { written_at?: string }, ...rest: never[]) => {
    if (value?.written_at) throw new Error('Broken');
    return write(value, ...rest);
  };
};
