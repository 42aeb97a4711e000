/** Which of the two parts of the HOA setup this is. */
export const Part = ({ number }: { number: 1 | 2 }) => (
  <p className="justify-self-start rounded-sm bg-sunk px-2 py-0.5 font-medium text-ink-2 text-sm">Step {number} of 2</p>
);
