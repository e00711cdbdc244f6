import { readImageStages } from '../deploy/image-stages.ts';

/**
 * Returns the stages of the Dockerfile that install packages, each with its projects and with the development
 * dependencies of the tools that it also installs.
 */
export function imagesWithPackages() {
  return [...readImageStages()].flatMap(([stage, instructions]) => {
    const [, image] = /^(.+)-packages$/.exec(stage) ?? [];
    const install = instructions.findLast(({ name }) => name === 'RUN')?.rest ?? '';
    const [, removed = '', extras] =
      /^(?:rm -r (.*) && )?sh deploy\/images\/install-packages\.sh(.*)$/.exec(install) ?? [];
    if (image === undefined || extras === undefined) return [];
    const folders = instructions.flatMap(({ name, rest }) =>
      name === 'COPY' ? (/^([\w/-]+)\/package\.json /.exec(rest)?.[1] ?? []) : [],
    );
    return [
      {
        image,
        folders: folders.filter((folder) => !removed.split(' ').includes(folder)),
        extras: extras.split(' ').filter(Boolean),
      },
    ];
  });
}
