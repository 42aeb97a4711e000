import { useCallback, useEffect, useState } from 'react';
import { useUser } from '../session.ts';
import { askStanding, keptStanding, type Standing } from './status.ts';

/** How the subscription stands. What is kept counts at once; where it has run out it is asked anew at each visit, and
 * when the connection is back. */
export const useLapsed = () => {
  const { id } = useUser();
  const [standing, setStanding] = useState<Standing | null>(() => keptStanding(id));
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
