import Core
import Foundation

/// The store behind the memory: read once, and written as often as there is something new.
extension RoadMemory {
    private struct Stored: Codable {
        static let version = 1
        var version: Int
        var closures: [RoadClosure]
    }

    /// The name of a site's own value in a store, so that of two chains neither writes over what the other one knows.
    ///
    /// It ends in a number, as the name of a site may have characters that the name of a value has not.
    static func name(of site: Site) -> String {
        "cloud-roads-\(String(RoadClosure.number(of: site.rawValue), radix: 16))"
    }

    /// Waits until everything that has changed was handed to the store.
    public func flush() async {
        while let saving { await saving.value }
    }

    /// Reads the store, once; whoever comes meanwhile waits for the same reading.
    func load() async {
        guard !isLoaded else { return }
        // A task of its own, so that one who is cancelled does not end it for the others.
        let task = loading ?? Task { await self.read() }
        loading = task
        await task.value
    }

    private func read() async {
        defer { isLoaded = true }
        guard let store else { return }
        do {
            guard let data = try await store.value(name) else { return }
            let stored = try Self.decoder().decode(Stored.self, from: data)
            guard stored.version == Stored.version else { return }
            for closure in stored.closures {
                // Whatever stands there, no rule is exceeded.
                guard let rule = policy.rules[closure.code] else { continue }
                var closure = closure
                closure.until = min(closure.until, closure.since + rule.longest / .seconds(1))
                closure.strikes = min(closure.strikes, Self.maximumStrikes)
                table[closure.key] = closure
            }
            prune()
        } catch {
            // It is a memory of what to avoid: without it a few requests are made in vain, and all is learnt again.
            storageError = DataError(error)
        }
    }

    /// Notes that there is something to store.
    func changed() {
        prune()
        guard let store else { return }
        isDirty = true
        guard saving == nil else { return }
        saving = Task { await self.write(to: store) }
    }

    private func write(to store: any StateStore) async {
        while isDirty {
            isDirty = false
            let closures = table.values.sorted { ($0.road, $0.thing ?? 0) < ($1.road, $1.thing ?? 0) }
            do {
                let stored = Stored(version: Stored.version, closures: closures)
                try await store.set(closures.isEmpty ? nil : Self.encoder().encode(stored), for: name)
                storageError = nil
            } catch {
                // The memory of this run is whole all the same; the next change is written with all of it.
                storageError = DataError(error)
            }
        }
        saving = nil
    }

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys]
        return encoder
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }
}
