import { useCallback, useEffect, useState } from 'react';
import { useUser } from '../session.ts';
import { askStanding, keptStanding, type Standing } from './status.ts';

/** How the subscription stands now: asked anew at each visit and when the connection is back, whatever is kept. What is
 * kept is shown meanwhile, unless it would lead away. */
export const useLapsed = () => {
  const { id } = useUser();
  const [standing, setStanding] = useState<Standing | null>(() => lapsed(keptStanding(id)));
  const [failed, setFailed] = useState(false);
  const ask = useCallback(async () => {
    await askStanding(id).then(
      (now) => {
        setStanding(now);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [id]);
  useEffect(() => {
    void ask();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [ask]);
  return { standing, failed, ask };
};

const lapsed = (standing: Standing | null) => (standing?.needsReactivation ? standing : null);
