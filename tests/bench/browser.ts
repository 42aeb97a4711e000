export const browserPart = async () => undefined;
