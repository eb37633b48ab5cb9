import ServerKit

/// The requests that a fault of the demo site is for.
struct DemoFaultScope: FaultScope {
    let prefix: String
    /// Nil means any.
    let dialect: DemoDialect?
    /// Nil means whatever it asks for.
    var target: DemoTarget?

    private var rank: (Int, Int, Int) {
        (prefix.utf8.count, DemoTarget.rank(target), dialect == nil ? 0 : 1)
    }

    private var order: (String, String, String) {
        (prefix, dialect?.rawValue ?? "", target?.text ?? "")
    }

    /// The longest prefix wins, of equal ones that for an act, and then that for the dialect.
    func saysLess(than other: DemoFaultScope) -> Bool { rank < other.rank }

    func includes(_ request: DemoRequest) -> Bool {
        request.path.hasPrefix(prefix) && (dialect ?? request.dialect) == request.dialect
            && (target?.includes(request) ?? true)
    }

    static func < (left: DemoFaultScope, right: DemoFaultScope) -> Bool { left.order < right.order }
}
