/**
 * What the platform put at `document.<name>`. The page's own elements stand in front of it: with
 * `<img name="currentScript">` that is what `document.currentScript` gives.
 */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document)
