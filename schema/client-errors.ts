export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'screen'] as const;

const MAX_FRAMES = 15;

/** The message of an error without what a person may have typed: addresses, emails, ids, tokens and quoted texts. */
export const scrubMessage = (text: string): string =>
  scrubUrls(text)
    .replace(/(["'`]).*?\1/g, (quoted) => (/^.[\w.$#]{1,40}.$/.test(quoted) ? quoted : '"..."'))
    .replace(/[^\s@]+@[^\s@]+/g, '[email]')
    .replace(/[\w-]{24,}/g, '[id]')
    .slice(0, 300);

/** Only the frames of a stack, each with its function and its place in a built file. */
export const scrubStack = (stack: string): string =>
  scrubUrls(stack)
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim().slice(0, 120))
    .join('\n');

/** A page's address may hold the token of a mailed link; that of a built file holds nothing. */
const scrubUrls = (text: string): string =>
  text.replace(/\bhttps?:\/\/[^\s()"'`]+/g, (url) => {
    const place = /(:\d+:\d+)$/.exec(url)?.[1] ?? '';
    const file = /\/assets\/[\w.-]+\.js/.exec(url)?.[0];
    return `${file ?? '[page]'}${place}`;
  });
