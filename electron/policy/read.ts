/** Reads a policy file. All of it counts, or the program does not start: half a policy is none that anybody wrote. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { jsonMistake } from '#shared/json-mistake.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';
import { fileUnreadable } from '../common/file-unreadable.ts';
import { memberFaults } from '../common/member-faults.ts';
import { cleanProxyAddress, readCertificates } from '../network/index.ts';
import type { FoundPolicy } from './place.ts';
import type { PolicyContent } from './policy.ts';
import { policySchema } from './schema.ts';

/** Larger is no policy. */
const MAX_CHARS = 1_000_000;
/** Faults that one message names. */
const MAX_NAMED = 5;

/** @throws AppError `policy_malformed`, which says what is wrong and where */
export function readPolicy({ file, text }: FoundPolicy): PolicyContent {
  const fault = (...faults: string[]) => malformed(file, faults);
  if (text.length > MAX_CHARS) throw fault(`the file is longer than ${MAX_CHARS} characters`);
  const content = contentOf(text, fault);
  const parsed = policySchema.safeParse(content);
  if (!parsed.success) throw fault(...memberFaults(parsed.error, policySchema, content));
  const { services, proxy, authorities, updates, exports, notifications } = parsed.data;
  /** Says at which member an error came up. */
  const at = <T>(member: string, work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      throw fault(`${member}: ${toErrorValue(thrown).message.replace(/\.$/, '')}`);
    }
  };
  if (updates?.check && !isSafeTransport(updates.feed ?? '')) {
    throw fault('updates.feed: must be an https address where newer versions are looked for');
  }
  const own = (authorities?.files ?? []).flatMap((name, index) =>
    at(`authorities.files[${index}]`, () => pemsOf(path.resolve(path.dirname(file), name))),
  );
  if (authorities && !authorities.bundled && !authorities.system && own.length === 0) {
    throw fault('authorities: without any of them, no service could be asked');
  }
  return {
    services: services?.allowed,
    proxy: proxy && {
      mode: proxy.mode,
      address: proxy.mode === 'manual' ? at('proxy.address', () => cleanProxyAddress(proxy.address ?? '')) : '',
      except: proxy.except ?? '',
    },
    authorities: authorities && { bundled: authorities.bundled, system: authorities.system, own },
    updates,
    exports: exports?.allowed,
    notifications,
  };
}

function contentOf(text: string, fault: (what: string) => AppError): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const mistake = jsonMistake(json);
  if (mistake) throw fault(`line ${mistake.line}, column ${mistake.column}: ${mistake.message}`);
  return JSON.parse(json);
}

function pemsOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw fileUnreadable(file, cause);
  }
  return readCertificates(text).map(({ pem }) => pem);
}

function malformed(file: string, faults: readonly string[]): AppError {
  const named = faults.slice(0, MAX_NAMED);
  const more = faults.length - named.length;
  return new AppError({
    code: 'policy_malformed',
    message: `The policy of this computer, ${file}, has a fault, so the program does not start: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    action: 'Ask your administrator to correct it; docs/administrators.md tells what each member means.',
    details: { file, faults },
  });
}
