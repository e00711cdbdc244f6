/**
 * Allowed imports between projects, by the tags in each package.json (docs/architecture.md 6). A project without a
 * matching tag may import no other project.
 */

const SERVER_PACKAGES = [
  '@nestjs/*',
  '@prisma/*',
  'express',
  'pg',
  'pg-boss',
  'nodemailer',
  '@node-rs/*',
  'stripe',
];
const FRAMEWORKS = [...SERVER_PACKAGES, 'react', 'react-*'];

const constraints = [
  {
    sourceTag: 'scope:web',
    onlyDependOnLibsWithTags: ['scope:shared'],
    bannedExternalImports: SERVER_PACKAGES,
  },
  { sourceTag: 'scope:api', onlyDependOnLibsWithTags: ['scope:shared', 'scope:server'] },
  { sourceTag: 'scope:worker', onlyDependOnLibsWithTags: ['scope:shared', 'scope:server'] },
  { sourceTag: 'scope:server', onlyDependOnLibsWithTags: ['scope:shared', 'scope:server'] },
  {
    sourceTag: 'scope:shared',
    onlyDependOnLibsWithTags: ['scope:shared'],
    bannedExternalImports: FRAMEWORKS,
  },
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: ['type:data'] },
  { sourceTag: 'type:data', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:testing', onlyDependOnLibsWithTags: ['scope:shared', 'scope:server'] },
  { sourceTag: 'scope:tools', onlyDependOnLibsWithTags: ['scope:shared', 'scope:server', 'scope:testing'] },
  {
    // `scope:testing` includes the card provider's stand-in, which commands of a clone use.
    sourceTag: 'scope:operate',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:server', 'scope:testing', 'scope:tools'],
  },
  {
    sourceTag: 'scope:testbed',
    onlyDependOnLibsWithTags: [
      'scope:shared',
      'scope:server',
      'scope:testing',
      'scope:tools',
      'scope:operate',
    ],
  },
  {
    sourceTag: 'scope:stories',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:testing', 'scope:tools', 'scope:testbed'],
  },
];

/** Specs may also import projects with these tags, unless a `type:` tag of their own project forbids it. */
const FOR_SPECS = ['scope:testing', 'scope:tools', 'scope:testbed', 'scope:operate'];
const constraintsOfSpecs = constraints.map((constraint) => {
  const { sourceTag, onlyDependOnLibsWithTags: tags } = constraint;
  if (!sourceTag.startsWith('scope:')) return constraint;
  return { ...constraint, onlyDependOnLibsWithTags: [...tags, ...FOR_SPECS] };
});

const options = { enforceBuildableLibDependency: false, banTransitiveDependencies: false, allow: [] };

export const boundaries = { ...options, depConstraints: constraints };
export const boundariesOfSpecs = { ...options, depConstraints: constraintsOfSpecs };
