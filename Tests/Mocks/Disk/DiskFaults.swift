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

    /// The outcome of an operation.
    enum Verdict: Sendable {
        case goOn
        /// A failure, after a number of bytes if it is a write.
        case fail(ErrorCode, afterBytes: Int)
    }

    var faults: [Fault] = []
    /// The number of mutations before the power is cut; `nil` for never.
    var powerLasts: Int?

    mutating func judge(_ operation: DiskOperation) -> Verdict {
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
        return .goOn
    }
}
