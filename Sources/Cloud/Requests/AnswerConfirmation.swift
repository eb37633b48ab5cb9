import Core

/// The values that one answer of a server has for the account that asked, while the answer is decoded.
///
/// For an answer to nobody in particular it takes nothing in, and costs nothing.
struct AnswerConfirmation: Sendable {
    /// The account that asked; `nil` where that is nobody, or not known.
    private(set) var account: AccountKey?
    private var values: [StatusTarget: ConfirmedValues] = [:]
    /// Whether something in the answer is there for somebody who is signed in, and for nobody else.
    private var isProven: Bool

    /// Creates a value without a report.
    ///
    /// - Parameters:
    ///   - account: The account whose credentials the request carried; `nil` for none.
    ///   - isProven: Whether every answer of this server is for the account whose credentials it took. Otherwise one
    ///     without a proof says nothing, as it may be an answer to nobody.
    init(_ account: AccountKey?, isProven: Bool) {
        (self.account, self.isProven) = (account, isProven)
    }

    /// Takes in the values of a target; of several of one target the first count.
    ///
    /// - Parameters:
    ///   - target: The target; it is not asked for where nobody is known to have asked.
    ///   - read: Reads the values, and whether they prove that the answer is for somebody who is signed in.
    mutating func note(_ target: @autoclosure () -> StatusTarget, _ read: () -> (ConfirmedValues, isProof: Bool)) {
        guard account != nil else { return }
        let (new, isProof) = read()
        if isProof { isProven = true }
        let target = target()
        if values[target] == nil, !new.fields.isEmpty { values[target] = new }
    }

    /// Takes in an answer that came behind this one; of two for different accounts the later one counts.
    ///
    /// - Parameter later: The other answer.
    mutating func append(_ later: AnswerConfirmation) {
        guard account == later.account, isProven, later.isProven else {
            if account != later.account || later.isProven { self = later }
            return
        }
        values.merge(later.values) { first, _ in first }
    }

    /// The account to which the answer may be, where only somebody else can say so; `nil` where it is certain, or nothing
    /// is in it.
    var unproven: AccountKey? { isProven || values.isEmpty ? nil : account }

    /// Notes that the answer is for the account.
    mutating func prove() { isProven = true }

    /// The values for the account; `nil` where the answer has none, or may be one to nobody.
    var confirmation: Confirmation? {
        guard let account, isProven, !values.isEmpty else { return nil }
        return Confirmation(account: account, values: values)
    }
}
