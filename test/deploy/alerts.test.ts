import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startApi } from '@domesday/api';
import { emptyDatabase } from '@domesday/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
}

const path = resolve(import.meta.dirname, '../../deploy/prometheus/alerts.yml');
const rules = (parse(readFileSync(path, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const cases = resolve(import.meta.dirname, 'alerts.test.yml');
const has_promtool = !spawnSync('promtool', ['--version']).error;
if (!has_promtool) console.warn('skipped: alerts are tried with promtool, which is not on the PATH');

it('every alert uses metrics, labels and values that a server exposes from its start', async () => {
  const database = await emptyDatabase();
  const api = await startApi(
    {
      ...{ host: '127.0.0.1', port: 0, metrics_port: 0, database_url: database.url, redis_url: null },
      ...{ log_level: 'silent', pool_size: 4, statement_timeout_ms: 1000 },
    },
    { log: pino({ level: 'silent' }) },
  );
  try {
    const told = await (await fetch(api.metrics_url!)).text();
    const names = rules.flatMap(({ expr }) => expr.match(/domesday_\w+/g) ?? []);
    expect(new Set(names).size).toBeGreaterThan(10);
    for (const name of names) expect(told, name).toMatch(new RegExp(`^# TYPE ${name} `, 'm'));
    // Requests have a label for each operation and status once they are answered.
    for (const [, name, label, value] of rules
      .map(({ expr }) => expr)
      .join('\n')
      .matchAll(/(domesday_(?!requests)\w+)\{(\w+)!?="(\w+)"/g))
      expect(told).toContain(`${name}{${label}="${value}"}`);
  } finally {
    await api.close();
    await database.drop();
  }
});

it('every alert has a case in which it fires, and one in which it does not', () => {
  const { tests } = parse(readFileSync(cases, 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
  };
  const tried = tests.flatMap((test) => test.alert_rule_test);
  const named = (fires: boolean) =>
    [...new Set(tried.filter((one) => fires === !!one.exp_alerts).map((one) => one.alertname))].sort();
  const all = rules.map(({ alert }) => alert).sort();
  expect(named(true)).toEqual(all);
  expect(named(false)).toEqual(all);
  expect(new Set(rules.map(({ labels }) => labels.severity))).toEqual(new Set(['page', 'ticket']));
});

it.skipIf(!has_promtool)('the alerts fire and clear as the cases say', () => {
  const tried = spawnSync('promtool', ['test', 'rules', cases], { encoding: 'utf8' });
  expect(tried.stdout + tried.stderr).toContain('SUCCESS');
  expect(tried.status).toBe(0);
});
