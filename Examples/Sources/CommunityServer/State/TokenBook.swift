import Foundation
import ServerKit

/// The tokens that the server has given, and to whom.
struct TokenBook: Sendable, Codable {
    /// A token's owner and end.
    struct Entry: Sendable, Codable {
        let person: String
        let number: Int
        /// In milliseconds since 1970; nil for none.
        var end: Int?
    }

    /// The worth of a token.
    enum Worth: Sendable, Equatable {
        /// The token was never given, or its session was ended.
        case unknown
        /// Its time is over.
        case expired(person: String)
        /// It is good.
        case good(person: String)
    }

    private var access: [String: Entry] = [:]
    private var refresh: [String: Entry] = [:]
    private var lastNumber = 0

    /// Gives an access token.
    ///
    /// - Parameters:
    ///   - person: Whose it is.
    ///   - end: Its end, in milliseconds since 1970.
    ///   - token: The token, where it is known beforehand.
    /// - Returns: The token.
    mutating func addAccess(of person: String, until end: Int, named token: String? = nil) -> String {
        let (name, number) = newName("access", token)
        access[name] = Entry(person: person, number: number, end: end)
        return name
    }

    /// Gives a refresh token, which has no end of its own.
    ///
    /// - Parameters:
    ///   - person: Whose it is.
    ///   - token: The token, where it is known beforehand.
    /// - Returns: The token.
    mutating func addRefresh(of person: String, named token: String? = nil) -> String {
        let (name, number) = newName("refresh", token)
        refresh[name] = Entry(person: person, number: number, end: nil)
        return name
    }

    private mutating func newName(_ kind: String, _ known: String?) -> (String, Int) {
        lastNumber += 1
        let digits = String(StableHash.fnv1a("\(kind) \(lastNumber) of the community"), radix: 16)
        return (known ?? "\(kind)-\(lastNumber)-\(digits)", lastNumber)
    }

    /// Returns what an access token is worth at a time.
    func worth(ofAccess token: String, at time: Int) -> Worth {
        Self.worth(of: access[token], at: time)
    }

    /// Returns what a refresh token is worth at a time.
    func worth(ofRefresh token: String, at time: Int) -> Worth {
        Self.worth(of: refresh[token], at: time)
    }

    private static func worth(of entry: Entry?, at time: Int) -> Worth {
        guard let entry else { return .unknown }
        if let end = entry.end, time >= end { return .expired(person: entry.person) }
        return .good(person: entry.person)
    }

    /// Ends access tokens, as if their time were over: they are answered with 419.
    mutating func expireAccess(of person: String?) {
        Self.expire(&access, of: person)
    }

    /// Ends refresh tokens: they are answered with 418.
    mutating func expireRefresh(of person: String?) {
        Self.expire(&refresh, of: person)
    }

    /// Forgets all tokens: they are answered with 401.
    mutating func forget(of person: String?) {
        access = access.filter { person != nil && $0.value.person != person }
        refresh = refresh.filter { person != nil && $0.value.person != person }
    }

    private static func expire(_ tokens: inout [String: Entry], of person: String?) {
        for (token, entry) in tokens where person == nil || entry.person == person { tokens[token]?.end = 0 }
    }

    /// Returns the name under which a token is logged, such as `access-2`.
    func label(of token: String) -> String {
        if let entry = access[token] { return "access-\(entry.number)" }
        if let entry = refresh[token] { return "refresh-\(entry.number)" }
        return "unknown"
    }
}
