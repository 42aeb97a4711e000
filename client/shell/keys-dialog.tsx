import type { ReactNode } from 'react';
import type { Role } from '../../schema/users.ts';
import { Kbd } from '../ui/brand.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { KEY_WORDS } from '../ui/key-words.ts';
import { KEY_PLACES, KEYS, type KeyName } from '../ui/keys.ts';
import { screensFor } from './navigation.ts';

const NAMES = Object.keys(KEYS) as KeyName[];

/** Lists every key, and the letters of the screens that the user may open. */
const KeysDialog = ({ role, ...frame }: { open: boolean; onClose: () => void; role: Role }) => (
  <Dialog {...frame} wide title="Keyboard Shortcuts" subtitle="Shortcuts are off while you type.">
    <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
      <div className="grid content-start gap-y-5">
        {KEY_PLACES.map((place) => (
          <Section key={place} title={place}>
            {NAMES.filter((name) => name !== 'goTo' && KEYS[name].at === place).map((name) => (
              <Line key={name} does={KEY_WORDS[name]} caps={KEYS[name].cap.split(' ')} />
            ))}
          </Section>
        ))}
      </div>
      <Section title="Go To">
        {screensFor(role).map(({ label, key, href }) => (
          <Line key={href} does={label} caps={[KEYS.goTo.cap, key.toUpperCase()]} />
        ))}
      </Section>
    </div>
  </Dialog>
);

export default KeysDialog;

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-semibold text-ink-3 text-sm">{title}</h3>
    <dl>{children}</dl>
  </section>
);

const Line = ({ does, caps }: { does: string; caps: readonly string[] }) => (
  <div className="flex min-h-8 items-center justify-between gap-4 border-line border-b py-1 last:border-b-0">
    <dt>{does}</dt>
    <dd className="flex gap-1">
      {caps.map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </dd>
  </div>
);
