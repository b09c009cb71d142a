import { Alert, Button, Group, Text } from '@mantine/core';
import type { Template, TemplateFieldFacts } from '../../src/catalog/kinds/kind-contract.ts';
import { mergeTemplates } from './merge-templates.ts';

/** Another operator saved the template meanwhile: merge both changes, or discard your own. */
export function TemplateConflict({
  base,
  mine,
  theirs,
  onTake,
}: {
  base: Template;
  mine: TemplateFieldFacts[];
  theirs: Template;
  onTake: (fields: TemplateFieldFacts[]) => void;
}) {
  const { fields, both } = mergeTemplates(base.fields, mine, theirs.fields);
  return (
    <Alert color="yellow" title="The template was changed meanwhile" mt="md">
      <Text size="sm">
        {both.length === 0
          ? 'Your changes and theirs are of different fields: they can stand together.'
          : `You both changed ${both.join(', ')}. Of these yours would be taken.`}
      </Text>
      <Group mt="xs">
        <Button variant="default" onClick={() => onTake(fields)}>
          Bring both together
        </Button>
        <Button variant="default" onClick={() => onTake(theirs.fields)}>
          Take theirs, drop mine
        </Button>
      </Group>
    </Alert>
  );
}
