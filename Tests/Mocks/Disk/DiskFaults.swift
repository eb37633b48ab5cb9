import Core

/// The failures that a test has ordered from an ``InMemoryFileSystem``.
struct DiskFaults: Sendable {
    struct Fault: Sendable {
        var kind: DiskOperation.Kind
        var path: String?
        var code: ErrorCode
        var skip: Int
        var times: Int
        var bytes: Int?

        func matches(_ operation: DiskOperation) -> Bool {
            guard kind == operation.kind else { return false }
            return path.map { operation.path.hasSuffix($0) } ?? true
        }
    }

    /// Failures by chance.
    struct Chance: Sendable {
        var kinds: Set<DiskOperation.Kind>
        /// One call of so many fails.
        var oneIn: Int
        var random: any RandomSource

        /// The failure of an operation, `nil` when it succeeds.
        func failure(_ operation: DiskOperation) -> Verdict? {
            guard kinds.contains(operation.kind), random.next() % UInt64(oneIn) == 0 else { return nil }
            let count = operation.kind == .write ? operation.count ?? 0 : 0
            let isFull = operation.kind == .write && random.next() % 2 == 0
            // All of a write may be there as well.
            return .fail(
                isFull ? .noSpace : .diskFailure, afterBytes: Int(random.next() % UInt64(count + 1)))
        }
    }

    /// The outcome of an operation.
    enum Verdict: Sendable {
        case goOn
        /// A failure, after a number of bytes if it is a write.
        case fail(ErrorCode, afterBytes: Int)
    }

    var faults: [Fault] = []
    /// The number of mutations before the power is cut; `nil` for never.
    var powerLasts: Int?
    var chance: Chance?
    /// The number of bytes that files may have together; `nil` for no limit.
    var space: Int?

    mutating func judge(_ operation: DiskOperation, _ disk: InMemoryDisk) -> Verdict {
        if let left = powerLasts {
            if left <= 0 { return .fail(.diskFailure, afterBytes: 0) }
            if operation.kind.isMutation { powerLasts = left - 1 }
        }
        for index in faults.indices where faults[index].matches(operation) {
            if faults[index].skip > 0 {
                faults[index].skip -= 1
                continue
            }
            let fault = faults[index]
            faults[index].times -= 1
            if faults[index].times <= 0 { faults.remove(at: index) }
            return .fail(fault.code, afterBytes: fault.bytes ?? 0)
        }
        if let space, let growth = growth(operation, disk) {
            let left = max(0, space - disk.usedBytes)
            if growth > left { return .fail(.noSpace, afterBytes: max(0, (operation.count ?? 0) - (growth - left))) }
        }
        return chance?.failure(operation) ?? .goOn
    }

    /// The number of bytes by which a write makes a file longer.
    private func growth(_ operation: DiskOperation, _ disk: InMemoryDisk) -> Int? {
        guard operation.kind == .write, let offset = operation.offset, let count = operation.count else { return nil }
        let size = disk.names[operation.path].flatMap { disk.contents[$0]?.bytes.count } ?? 0
        return max(0, offset + count - size)
    }
}
