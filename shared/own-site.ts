/** Records in the frame's document the origin whose links the page opens itself; `undefined`: none. */
export function noteOwnSite({ dataset }: HTMLElement, origin: string | undefined): void {
  if (origin === undefined) delete dataset['linksTo']
  else dataset['linksTo'] = origin
}

/** True if the page opens links to this origin: they open in no new tab, and are not labelled so. */
export const isOwnSite = ({ dataset }: HTMLElement, origin: string): boolean =>
  dataset['linksTo'] === origin
