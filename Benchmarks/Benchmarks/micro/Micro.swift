import Benchmark
import Database
import Deals
import Foundation

/// The small steps of the store, one by one: 10,000 deals are stored.
let benchmarks: @Sendable () -> Void = {
    let count = 10_000
    let deals = DealSource(seed: 20).deals(count: count)
    let metrics: [BenchmarkMetric] = [.wallClock, .throughput]

    Benchmark("commit of 100, buffered", configuration: .init(metrics: metrics, scalingFactor: .kilo)) {
        benchmark in
        try await withStore(deals) { store in
            let source = DealSource(seed: 21)
            let batches = benchmark.scaledIterations.map { source.deals(from: count + 1 + 100 * $0, count: 100) }
            benchmark.startMeasurement()
            for batch in batches {
                try await store.write { for deal in batch { try $0.upsert(deal, in: Deal.schema) } }
            }
            benchmark.stopMeasurement()
        }
    }

    for (name, order, direction) in [
        ("window of 100 by price", DealOrder.price, SortDirection.ascending),
        ("window of 100 by side, descending", .side, .descending),
    ] {
        Benchmark(name, configuration: .init(metrics: metrics, scalingFactor: .kilo)) { benchmark in
            try await withStore(deals) { store in
                let snapshot = store.snapshot()
                benchmark.startMeasurement()
                for number in benchmark.scaledIterations {
                    blackHole(
                        try snapshot.window(
                            of: Deal.schema, by: Deal.schema.indexes[order.rawValue], direction,
                            from: .offset(number * 7919 % (count - 100)), limit: 100))
                }
                benchmark.stopMeasurement()
            }
        }
    }

    Benchmark("record by id", configuration: .init(metrics: metrics, scalingFactor: .kilo)) { benchmark in
        try await withStore(deals) { store in
            let snapshot = store.snapshot()
            benchmark.startMeasurement()
            for number in benchmark.scaledIterations {
                blackHole(try snapshot.record(1 + number * 7919 % count, in: Deal.schema))
            }
            benchmark.stopMeasurement()
        }
    }

    Benchmark("rank by price", configuration: .init(metrics: metrics, scalingFactor: .kilo)) { benchmark in
        try await withStore(deals) { store in
            let snapshot = store.snapshot()
            let index = Deal.schema.indexes[DealOrder.price.rawValue]
            benchmark.startMeasurement()
            for number in benchmark.scaledIterations {
                blackHole(try snapshot.rank(of: 1 + number * 7919 % count, in: Deal.schema, by: index))
            }
            benchmark.stopMeasurement()
        }
    }
}

/// Fills a store in a folder of its own, and removes it afterwards.
@Sendable private func withStore(_ deals: [Deal], _ measure: (JSONStore) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lantern-micro-\(UUID().uuidString)")
        .path
    let store = try await JSONStore.open(directory: folder, collections: [AnyCollectionSchema(Deal.schema)])
    for start in stride(from: 0, to: deals.count, by: 1000) {
        try await store.write {
            for deal in deals[start..<min(start + 1000, deals.count)] { try $0.upsert(deal, in: Deal.schema) }
        }
    }
    try await measure(store)
    try await store.close()
    try FileManager.default.removeItem(atPath: folder)
}
