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

    /// What becomes of an operation.
    enum Verdict: Sendable {
        case goOn
        /// It fails, after so many bytes if it is a write.
        case fail(ErrorCode, afterBytes: Int)
    }

    var faults: [Fault] = []
    /// How many more mutations the power lasts for; `nil` for ever.
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
