/** Members of an entity as people read them. Pure. */

/** `ServiceLocation` and `streetAddress` as `Service location` and `Street address`. */
export function spaced(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Every value with the path to it; what is empty is left out. Lists are numbered when there is more than one entry. */
export function flatMembers(value: unknown, path = ''): [path: string, value: string][] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => flatMembers(entry, value.length > 1 ? `${path} ${index + 1}` : path));
  }
  if (typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, member]) =>
    flatMembers(member, path === '' ? spaced(name) : `${path}, ${spaced(name).toLowerCase()}`),
  );
}
