import { SimpleGrid } from '@mantine/core';
import { useOperator } from '../api/api-context.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { OneTimeCodes } from './one-time-codes.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';

/** The signed-in operator's own sessions, and the password and one-time codes of one who signs in with them. */
export function OwnAccessPage() {
  const operator = useOperator();
  return (
    <>
      <PageHeader title="Your access" note={`${operator.email}, ${operator.role}`} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {operator.session.began_by === 'password' && (
          <>
            <OwnPassword />
            <OneTimeCodes />
          </>
        )}
        <OwnSessions />
      </SimpleGrid>
    </>
  );
}
