export const sizesPart = async () => undefined;
