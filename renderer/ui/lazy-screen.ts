import { type ComponentType, lazy } from 'react';

/** A screen, or a part of one, whose code is fetched when it is shown for the first time, so that the first screen need not wait for it. */
export function lazyScreen<Name extends string, Props>(
  load: () => Promise<Record<Name, (props: Props) => React.ReactNode>>,
  name: Name,
): ComponentType<Props> {
  return lazy<ComponentType<Props & object>>(async () => ({ default: (await load())[name] })) as ComponentType<Props>; // lazy() adds a ref that no function component takes
}
