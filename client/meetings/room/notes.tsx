/** What the secretary writes on the current item, and who does what by when. */
export const Notes = () => null;
