/** Resolves once the run has ended. `token` is LOCAL_TOKEN, `at` the time that the run takes for now. */
export const fireCron = (app: string, cron: string, token: string, at?: Date): Promise<Response> => {
  const query = new URLSearchParams({ cron: `${cron} ${token}`, ...(at && { time: String(at.getTime()) }) });
  return fetch(`${app}/cdn-cgi/local/scheduled?${query}`);
};
