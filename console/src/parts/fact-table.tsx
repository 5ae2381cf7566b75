import type { ReactNode } from 'react';

/** Facts about one thing: a name and a value in each row. */
export function FactTable({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <table className="table plain facts">
      <tbody>
        {facts.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="wraps">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
