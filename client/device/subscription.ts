export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const registrationHere = () => navigator.serviceWorker.getRegistration();
/** This browser's subscription to pushes. */
export const subscriptionHere = async () => (await registrationHere())?.pushManager.getSubscription();

/** Pushes of the former user end with the sign-in on the server; here they end at once. */
export const forgetPush = async (): Promise<void> => {
  if (canPush()) await (await subscriptionHere())?.unsubscribe();
};
