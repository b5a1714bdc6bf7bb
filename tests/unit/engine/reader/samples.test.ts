import { describe, expect, it } from 'vitest';
import { collect } from './collect.ts';
import { expectedRows, haveSamples, sample } from './samples.ts';

const files = expectedRows();

describe.skipIf(!haveSamples)('real Green Button files (needs ../shared/samples)', () => {
  it.each(files.filter((row) => row.ok))('$file is counted as an independent reader counted it', async (row) => {
    for (const fastPath of [true, false]) {
      const { summary, rows, blocks, problems } = await collect(sample(row.file), 4096, { fastPath });
      expect(summary).toMatchObject({
        blocks: row.blocks,
        readings: row.readings,
        sumValue: row.sumValue,
        sumCost: row.sumCost,
        firstStart: row.firstStart,
        lastStart: row.lastStart,
        truncated: false,
      });
      expect(rows).toHaveLength(row.readings);
      expect(blocks).toHaveLength(row.blocks);
      expect(problems.filter((problem) => problem.code === 'unparsable_number')).toHaveLength(row.unparsable);
    }
  });

  it.each(files.filter((row) => !row.ok))('$file is refused with a sentence', async (row) => {
    await expect(collect(sample(row.file))).rejects.toMatchObject({
      code: 'feed_not_xml',
      message: expect.stringMatching(/^This is .*\.$/),
    });
  });

  /** What SOURCES.tsv says is special about a file, as the problems that it must lead to. */
  it.each([
    ['abridged_gas_containerized.xml', ['time_with_decimals', 'content_is_empty', 'time_rules_unusable']],
    ['bad_electricity_in_cubic_feet.xml', ['commodity_unit_mismatch']],
    ['bad_service_intervalblock_no_content.xml', ['entry_without_content']],
    ['bad_service_intervalblock_text_content.xml', ['content_is_text']],
    ['bad_service_invalid_self_link.xml', ['self_link_unusual']],
    ['bad_service_no_self_link.xml', ['self_link_missing']],
    ['bad_servicekind_time.xml', ['unusual_service_kind']],
    ['gba_applicationinformation.xml', ['unknown_code']],
    ['pge_authorization_entry_ms.xml', ['time_in_milliseconds']],
    ['pge_usagesummaries_lineitems_ns0.xml', ['time_in_milliseconds']],
    ['sce_bulk_intervals.xml', ['time_rules_unusable']],
    ['service_dashboard_export_hourly.xml', ['atom_in_content', 'unknown_element']],
  ])('%s reports %j', async (file, codes) => {
    const { problems } = await collect(sample(file));
    expect(problems.map((problem) => problem.code)).toEqual(expect.arrayContaining(codes));
    for (const problem of problems) expect(problem.line).toBeGreaterThan(0);
  });

  it.each([
    'ameren_bidgely_15min_1day.xml',
    'cew821_sample.xml',
    'cmdtest_batchbulk.xml',
    'gba_usagepoints.xml',
    'natgas_billing_nationalgrid_opower.xml',
    'pge_intervalblock_ns0_1MB.xml',
    'service_batch_electric_reverse_15min.xml',
  ])('%s has nothing wrong', async (file) => {
    const { problems } = await collect(sample(file));
    expect(problems.filter((problem) => problem.severity !== 'info')).toEqual([]);
  });

  it('secrets of an ApplicationInformation reach neither the model nor the raw text', async () => {
    const { entities } = await collect(sample('gba_applicationinformation.xml'));
    const everything = JSON.stringify(entities);
    expect(everything).not.toContain('d89bb056-0f02-4d47-9fd2-ec6a19ba8d0c');
    expect(entities[0]?.data).toMatchObject({ client_secret: '[removed]', registration_access_token: '[removed]' });
  });
});
