/** Notes in the frame's document where links lead that the page around it opens itself; `undefined`: none. */
export function noteOwnSite({ dataset }: HTMLElement, origin: string | undefined): void {
  if (origin === undefined) delete dataset['linksTo']
  else dataset['linksTo'] = origin
}

/** Whether the page opens links to this origin: they open in no new tab, and do not say so. */
export const isOwnSite = ({ dataset }: HTMLElement, origin: string): boolean =>
  dataset['linksTo'] === origin
