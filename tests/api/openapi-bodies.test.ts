import { expect, test } from 'vitest';
import { openApiDocument } from '../../worker/openapi/document.ts';
import { ROUTES } from '../../worker/rest/routes.ts';

type Body = { properties?: Record<string, Body>; required?: string[]; anyOf?: Body[]; oneOf?: Body[]; items?: Body };
type Operation = { requestBody?: { content: Record<string, { schema: Body }> } };

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };

const bodyOf = (route: string): Body | undefined => {
  const [method = '', path = ''] = route.split(' ');
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return operation?.requestBody?.content['application/json']?.schema;
};
const membersOf = (body: Body): Body[] => body.anyOf ?? body.oneOf ?? [body];

const withBody = ROUTES.flatMap((route) => {
  const body = bodyOf(route.route);
  return body ? membersOf(body).map((member) => ({ ...route, member })) : [];
});

test('[14.8] no documented body has what stands in the path or what the server gives', () => {
  const twice = withBody.flatMap(({ route, given, fixed, member: { properties = {} } }) =>
    [...given, ...Object.keys(fixed)].filter((name) => name in properties).map((name) => `${route}: ${name}`),
  );
  expect(twice).toEqual([]);
});

test('[14.8] no documented body needs an id that the server makes', () => {
  const needed = withBody.flatMap(({ route, made, member }) =>
    made
      .filter((path) => {
        const [name = '', inner] = path.split('.');
        if (inner === undefined) return member.required?.includes(name);
        return membersOf(member.properties?.[name]?.items ?? {}).some(({ required }) => required?.includes(inner));
      })
      .map((path) => `${route}: ${path}`),
  );
  expect(needed).toEqual([]);
  expect(withBody.filter(({ made }) => made.length > 0).map(({ route }) => route)).toContain(
    'POST /api/meetings/:id/facts',
  );
});
