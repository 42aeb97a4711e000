/** A person's name with their email under it, which breaks before the @ where it must. */
export const PersonName = ({ name, email }: { name: string; email: string }) => {
  const [box, host] = email.split('@');
  return (
    <>
      {name}
      {email !== name && (
        <span className="block text-ink-3 text-sm">
          {box}
          <wbr />@{host}
        </span>
      )}
    </>
  );
};
