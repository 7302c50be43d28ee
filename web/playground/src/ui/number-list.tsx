/** List of named numbers with tooltips. */
export interface NumberRow {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly title?: string;
}

export function NumberList({ rows }: { rows: readonly NumberRow[] }) {
  return (
    <dl>
      {rows.map(({ id, label, value, title }) => (
        <div key={id} class="number" title={title}>
          <dt>{label}</dt>
          <dd data-number={id}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
