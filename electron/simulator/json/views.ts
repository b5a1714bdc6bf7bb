import { isoMicros } from '../world/time.ts';
import type { Address, Authorization, Form, Meter, Millis, Seconds, World } from '../world/types.ts';

/** Authorization, Meter and Form as the JSON API shows them: every member that service-facts.md names. */

const orNull = (at: Millis | null): string | null => (at === null ? null : isoMicros(at));

export function authorizationView(authorization: Authorization): Record<string, unknown> {
  const { scope } = authorization;
  return {
    uid: authorization.uid,
    created: isoMicros(authorization.createdAt),
    customer_email: authorization.customerEmail,
    customer_signature: authorization.customerSignature,
    declined: orNull(authorization.declinedAt),
    is_declined: authorization.declinedAt !== null,
    expires: isoMicros(authorization.expiresAt),
    is_expired: authorization.isExpired,
    exports: {},
    form_uid: authorization.formUid,
    template_uid: authorization.templateUid,
    referrals: authorization.referrals,
    is_archived: authorization.isArchived,
    is_test: authorization.isTest,
    notes: authorization.notes,
    nickname: authorization.nickname,
    revoked: orNull(authorization.revokedAt),
    is_revoked: authorization.revokedAt !== null,
    scope: { raw: scope.raw, intervals: scope.intervals, bills: scope.bills, customer: scope.customer },
    status: authorization.status,
    status_message: authorization.statusMessage,
    status_ts: isoMicros(authorization.statusAt),
    user_email: authorization.userEmail,
    user_uid: authorization.userUid,
    utility: authorization.utility,
  };
}

export function meterView(world: World, meter: Meter): Record<string, unknown> {
  const { authorization, model } = meter;
  const { login } = authorization;
  const supplier = model.communitySupplier;
  return {
    uid: meter.uid,
    authorization_uid: authorization.uid,
    created: isoMicros(meter.createdAt),
    user_email: authorization.userEmail,
    user_uid: authorization.userUid,
    is_archived: meter.isArchived,
    is_activated: meter.isActivated,
    notes: meter.notes,
    status: meter.status,
    status_message: meter.statusMessage,
    status_ts: isoMicros(meter.statusAt),
    ongoing_monitoring: meter.ongoingMonitoring,
    utility: authorization.utility,
    bill_count: world.billCount(meter),
    bill_coverage: coverageView(world.billCoverage(meter)),
    interval_count: world.intervalCount(meter),
    interval_coverage: coverageView(world.intervalCoverage(meter)),
    blocks: supplier === null ? ['base'] : ['base', 'suppliers'],
    base: {
      service_identifier: model.serviceIdentifier,
      service_tariff: model.tariff,
      service_class: model.serviceClass,
      service_address: addressLine(model.address),
      meter_numbers: [model.meterNumber],
      billing_contact: login.customerName,
      billing_address: addressLine(login.billingAddress),
      billing_account: login.accountNumber,
    },
    suppliers:
      supplier === null
        ? []
        : [
            {
              supplier_name: supplier.name,
              supplier_service_id: supplier.serviceId,
              supplier_tariff: supplier.tariff,
              third_party: true,
            },
          ],
  };
}

export function formView(world: World, form: Form): Record<string, unknown> {
  return {
    uid: form.uid,
    created: isoMicros(form.createdAt),
    updated: isoMicros(form.updatedAt),
    template_uid: form.templateUid,
    is_archived: form.isArchived,
    disabled: form.disabled,
    url: `${world.settings.baseUrl}/forms/${form.uid}`,
    customer_email: form.customerEmail,
    utility: form.utility,
    scope: form.scope,
  };
}

function coverageView(spans: readonly (readonly [Seconds, Seconds])[]): [string, string][] {
  return spans.map(([from, to]) => [isoMicros(from * 1_000), isoMicros(to * 1_000)]);
}

function addressLine(address: Address): string {
  return `${address.number} ${address.street}, ${address.town} ${address.state} ${address.postalCode}`;
}
