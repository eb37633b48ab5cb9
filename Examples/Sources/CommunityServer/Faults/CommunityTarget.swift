import ServerKit

/// The requests that a fault is for, by what they ask for.
public enum CommunityTarget: Sendable, Hashable {
    /// All that change something.
    case writes
    /// All that change nothing.
    case reads
    /// One call.
    case call(CommunityCall)

    /// The words ``init(_:)`` understands, for a help text.
    public static let words = (["writes", "reads"] + CommunityCall.allCases.map(\.rawValue)).joined(separator: ", ")

    /// The requests that a word stands for; nil for any other text.
    public init?(_ text: String) {
        switch text {
        case "writes": self = .writes
        case "reads": self = .reads
        default:
            guard let call = CommunityCall(rawValue: text) else { return nil }
            self = .call(call)
        }
    }

    /// The word for them.
    public var text: String {
        switch self {
        case .writes: "writes"
        case .reads: "reads"
        case .call(let call): call.rawValue
        }
    }

    func includes(_ request: CommunityRequest) -> Bool {
        guard let call = request.call else { return false }
        return switch self {
        case .writes: call.isWrite
        case .reads: !call.isWrite
        case .call(let wanted): call == wanted
        }
    }

    fileprivate var rank: Int {
        if case .call = self { 2 } else { 1 }
    }
}

/// The requests that a fault of the community's server is for.
struct CommunityFaultScope: FaultScope {
    let prefix: String
    /// Nil means whatever it asks for.
    let target: CommunityTarget?

    /// The longest prefix wins, of equal ones that for one call, and then that for several.
    func saysLess(than other: CommunityFaultScope) -> Bool {
        (prefix.utf8.count, target?.rank ?? 0) < (other.prefix.utf8.count, other.target?.rank ?? 0)
    }

    func includes(_ request: CommunityRequest) -> Bool {
        request.path.hasPrefix(prefix) && (target?.includes(request) ?? true)
    }

    static func < (left: CommunityFaultScope, right: CommunityFaultScope) -> Bool {
        (left.prefix, left.target?.text ?? "") < (right.prefix, right.target?.text ?? "")
    }
}
