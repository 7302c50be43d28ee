/** A sentence about what did not go as asked; nothing while there is none. */
export function Notice({ text, id }: { text: string | null | undefined; id?: string }) {
  if (!text) return null;
  return (
    <p id={id} class="notice" role="status">
      {text}
    </p>
  );
}
