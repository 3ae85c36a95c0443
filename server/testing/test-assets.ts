import { createEncodedFile, LOADER_MODULES, type Assets } from '../console/assets.ts'

/** The smallest possible build. */
export function createTestAssets(): Assets {
  const script = 'text/javascript; charset=utf-8'
  const loaderText = `/* loader */({accent:'',radius:'round',launcherLabel:'Open chat',launcherIcon:'M4 7h16',position:'bottom-end'})//${'x'.repeat(2000)}`
  return {
    loader: createEncodedFile(Buffer.from(loaderText), script),
    loaderText,
    loaderModules: new Map(
      LOADER_MODULES.map((name) => [name, createEncodedFile(Buffer.from(`/* ${name} */`), script)]),
    ),
    frameHtml: '<!doctype html>\n<html>\n  <head>\n  </head>\n  <body></body>\n</html>\n',
    files: new Map([['main-a1b2.js', createEncodedFile(Buffer.from('main()'), script)]]),
    licenses: createEncodedFile(Buffer.from('react (MIT)'), 'text/plain; charset=utf-8'),
    desk: {
      page: createEncodedFile(
        Buffer.from('<!doctype html>\n<title>Desk</title>\n'),
        'text/html; charset=utf-8',
      ),
      files: new Map([['assets/desk-a1b2.js', createEncodedFile(Buffer.from('desk()'), script)]]),
    },
    versions: new Map([
      ['1.2.3', new Map([['alcove.js', createEncodedFile(Buffer.from('first()'), script)]])],
    ]),
  }
}
