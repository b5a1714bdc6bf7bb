/** One bill: what it says, who charges it, how it compares with the readings, and where it came from. */
import { Alert, Badge, Button, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { BillView } from '#shared/contract/bills.ts';
import { formatMeasured, formatMoney } from '../../../ui/format.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { mainSeries } from '../series-choice.ts';
import type { MeterContext } from '../usage-context.ts';
import { BillFiles } from './bill-files.tsx';
import { BillLines } from './bill-lines.tsx';
import { BillReconciliation } from './bill-reconciliation.tsx';
import { periodWords, scaleWords } from './bill-words.ts';
import { SupplierBlocks } from './supplier-blocks.tsx';

interface BillDetailProps extends MeterContext {
  bill: BillView;
  onShow: (from: number, to: number) => void;
}

export function BillDetail(props: BillDetailProps) {
  const { workspace, point, bill, clock, onShow } = props;
  const { start, end, currency } = bill;
  return (
    <Stack gap="sm" p="sm" className="ms-panel" data-testid="bill">
      <Group gap="sm">
        <Title order={2}>{periodWords(clock, bill)}</Title>
        {bill.quality ? <Badge color="gray">{bill.quality.label}</Badge> : null}
      </Group>
      <Group gap="xl">
        <Fact name="Total" value={bill.total === undefined ? undefined : formatMoney(bill.total, currency)} />
        <Fact
          name="Consumption"
          value={bill.consumption && formatMeasured(bill.consumption.value, bill.consumption.unit)}
        />
        <Fact name="Tariff" value={bill.tariff} />
        {bill.suppliers.length === 0 ? (
          <Fact name="Billed by" value={bill.chargedBy} hint="Who charges, as the bill says it (billingChargeSource)" />
        ) : null}
        {bill.toDate ? (
          <Fact
            name="So far"
            value={formatMoney(bill.toDate, currency)}
            hint="What was billed up to when the bill was written, for a period that is still open (billToDate)"
          />
        ) : null}
        {bill.additional && bill.additional !== bill.total ? (
          <Fact
            name="Additional charges"
            value={formatMoney(bill.additional, currency)}
            hint="What the lines come to, as the bill says it (costAdditionalLastPeriod)"
          />
        ) : null}
      </Group>
      {bill.moneyWarning ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} data-testid="money-warning">
          {bill.moneyWarning}
        </Alert>
      ) : null}
      <Tooltip label={bill.moneyScaleReason} multiline maw={420}>
        <Text size="xs" c="dimmed" tabIndex={0} data-testid="money-scale">
          {scaleWords(bill)}
        </Text>
      </Tooltip>
      <Group gap="xs">
        {start !== undefined && end !== undefined && mainSeries(props.all) ? (
          <Button variant="light" onClick={() => onShow(start, end)}>
            Show this period in the load profile
          </Button>
        ) : null}
        <ButtonLink variant="default" to="/w/$workspace/entries/$entry" params={{ workspace, entry: bill.entry }}>
          Raw XML
        </ButtonLink>
        <BillFiles workspace={workspace} authorization={point.authorization} files={bill.files} />
      </Group>
      <SupplierBlocks bill={bill} />
      {bill.consumption ? <BillReconciliation {...props} /> : null}
      <BillLines bill={bill} clock={clock} />
    </Stack>
  );
}

/** @param hint where the value comes from, for a name that cannot say it all */
function Fact({ name, value, hint }: { name: string; value: string | undefined; hint?: string }) {
  if (value === undefined) return null;
  const label = (
    <Text size="xs" c="dimmed" {...(hint ? { tabIndex: 0 } : {})}>
      {name}
    </Text>
  );
  return (
    <div>
      {hint ? (
        <Tooltip label={hint} multiline maw={320}>
          {label}
        </Tooltip>
      ) : (
        label
      )}
      <Text fw={600}>{value}</Text>
    </div>
  );
}
