import { Card } from '../ui/card.tsx';

const CARDS = [
  ['4242 4242 4242 4242', 'Success'],
  ['4000 0025 0000 3155', '3-D Secure'],
  ['4000 0000 0000 0002', 'Decline'],
  ['4000 0000 0000 9995', 'Insufficient funds'],
] as const;

/** Shown with a test key only. */
export const TestCards = () => (
  <Card title="Test mode">
    <p className="text-ink-2">No real card is charged. These numbers work, with any future date and any CVC:</p>
    <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {CARDS.map(([number, outcome]) => (
        <div key={number} className="contents">
          <dt className="num font-medium">{number}</dt>
          <dd className="text-ink-2">{outcome}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
