/// The requests that a fault is for, by what they ask for.
public enum DemoTarget: Sendable, Hashable {
    /// Requests that change nothing: GET, those for tokens aside.
    case reads
    /// Requests for any act but signing in and out.
    case writes
    /// Requests for acts of one kind.
    case act(DemoAct)

    /// The words ``init(_:)`` understands, for a help text.
    public static let words = (["reads", "writes"] + DemoAct.allCases.map(\.rawValue)).joined(separator: ", ")

    /// The target that a word stands for: `reads`, `writes`, or an act such as `vote`; nil for any other text.
    ///
    /// - Parameter text: One of ``words``.
    public init?(_ text: String) {
        switch text {
        case "reads": self = .reads
        case "writes": self = .writes
        default:
            guard let act = DemoAct(rawValue: text) else { return nil }
            self = .act(act)
        }
    }

    /// The word for it.
    public var text: String {
        switch self {
        case .reads: "reads"
        case .writes: "writes"
        case .act(let act): act.rawValue
        }
    }

    /// Whether a request is one of them.
    func includes(_ request: DemoRequest) -> Bool {
        switch self {
        case .reads: request.method == "GET" && request.dialect != .authorization
        case .writes: request.act.map { $0 != .login } ?? false
        case .act(let act): request.act == act
        }
    }

    /// How much it says: of two that fit, the greater counts.
    static func rank(_ target: DemoTarget?) -> Int {
        switch target {
        case nil: 0
        case .reads?, .writes?: 1
        case .act?: 2
        }
    }
}
