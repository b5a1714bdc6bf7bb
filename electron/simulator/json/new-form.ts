import type { Form, World } from '../world/types.ts';
import { invalid } from './errors.ts';

/**
 * Answers `POST /forms` (service-facts.md): every member may be left out.
 * @throws ApiError 400 invalid_param
 */
export function createForm(world: World, body: Record<string, unknown>): Form {
  const { utility, customer_email: customerEmail, scope } = body;
  if (utility !== undefined && utility !== null && !world.utilities.some((candidate) => candidate.id === utility)) {
    throw invalid('utility', 'there is no such utility');
  }
  if (customerEmail !== undefined && customerEmail !== null && !isEmail(customerEmail)) {
    throw invalid('customer_email', 'it must be an email address');
  }
  if (scope !== undefined && (typeof scope !== 'object' || scope === null || Array.isArray(scope))) {
    throw invalid('scope', 'it must be an object');
  }
  return world.createForm({
    utility: typeof utility === 'string' ? utility : null,
    customerEmail: typeof customerEmail === 'string' ? customerEmail : null,
    // Checked above: a JSON object has string keys and unknown values.
    ...(scope === undefined ? {} : { scope: scope as Record<string, unknown> }),
  });
}

function isEmail(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value);
}
