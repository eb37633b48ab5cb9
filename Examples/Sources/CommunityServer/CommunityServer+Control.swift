public import Foundation
import ServerKit

/// Orders of the program that holds the server: faults, tokens, and what people say.
extension CommunityServer {
    /// Makes every request whose path begins with a prefix go wrong, from the next request on.
    ///
    /// A request without the server's key meets no fault and uses none up.
    ///
    /// - Parameters:
    ///   - fault: The fault; nil removes the fault of exactly this prefix and target.
    ///   - prefix: The beginning of the path without the query, such as `/v1/posts`; `/`, the default, means every
    ///     request. Where several fit, the longest counts, and of equal ones that for one call.
    ///   - target: The only requests it is for, by what they ask for; nil, the default, for all.
    ///   - times: For how many requests; nil, the default, until it is removed. 0 or less removes it.
    public func setFault(
        _ fault: CommunityFault?, forPath prefix: String = "/", only target: CommunityTarget? = nil, times: Int? = nil
    ) {
        handler.faults.set(fault, for: CommunityFaultScope(prefix: prefix, target: target), times: times)
    }

    /// Removes all faults; requests that hang go on hanging until ``stop()``.
    public func removeAllFaults() {
        handler.faults.removeAll()
    }

    /// Ends every access token given so far, as if its time were over: the next call with one is answered with 419.
    ///
    /// - Parameter person: Only those of the person with this id; nil, the default, for all.
    /// - Throws: ``CommunityServerError`` where that cannot be kept.
    public func expireAccessTokens(of person: String? = nil) throws {
        try CommunityServerError.told { try handler.desk.endTokens("access", of: person) }
    }

    /// Ends every access and refresh token given so far: the next refresh is answered with 418.
    ///
    /// - Parameter person: Only those of the person with this id; nil, the default, for all.
    /// - Throws: ``CommunityServerError`` where that cannot be kept.
    public func expireRefreshTokens(of person: String? = nil) throws {
        try CommunityServerError.told { try handler.desk.endTokens("refresh", of: person) }
    }

    /// Forgets every token given so far: the next call with one is answered with 401.
    ///
    /// - Parameter person: Only those of the person with this id; nil, the default, for all.
    /// - Throws: ``CommunityServerError`` where that cannot be kept.
    public func endSessions(of person: String? = nil) throws {
        try CommunityServerError.told { try handler.desk.endTokens("sessions", of: person) }
    }

    /// Tells the server what a payment provider would: of which amount a payment is, and its merchant's id.
    ///
    /// The validation of that receipt with another amount is then refused. Without it, what a person says is believed.
    ///
    /// - Parameters:
    ///   - receipt: The receipt (`imp_uid`).
    ///   - merchant: The id that the merchant gave the payment (`merchant_uid`).
    ///   - amount: The amount.
    /// - Throws: ``CommunityServerError`` where that cannot be kept.
    public func notePayment(receipt: String, merchant: String, amount: Int) throws {
        try CommunityServerError.told {
            try handler.desk.note(Receipt(receipt: receipt, merchant: merchant, amount: amount))
        }
    }

    /// Says something for somebody, as if it came from another device.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - sender: The sender's id.
    ///   - other: The id of the other in the room, which is made where there is none.
    /// - Returns: The message's id.
    /// - Throws: ``CommunityServerError`` where one of the two is nobody, or it cannot be kept.
    @discardableResult
    public func say(_ text: String, from sender: String, to other: String) throws -> String {
        do {
            return try CommunityServerError.told { try handler.desk.say(text, from: sender, to: other) }.id
        } catch is Refusal {
            throw CommunityServerError.nobody
        }
    }

    /// Everything that is there, as JSON: `people`, `posts`, `rooms`, `messages`, `payments`, each in the order of making
    /// and as the API writes it, with each payment's `imp_uid`; without passwords and tokens.
    ///
    /// - Throws: ``CommunityServerError`` where the server keeps it in a file that cannot be read.
    public var record: Data {
        get throws {
            let state = try CommunityServerError.told { try handler.desk.store.state() }
            return JSONWriter.data(from: Renderer(state: state).everything)
        }
    }

    /// Calls a function with every message that this server stores from now on, in the order of storing, before the
    /// sender is answered.
    ///
    /// - Parameter listener: What is called; the server waits for it, so it must be quick, and ask nothing of the server.
    /// - Returns: What ends it when it is called.
    public func onMessage(_ listener: @escaping @Sendable (StoredMessage) -> Void) -> @Sendable () -> Void {
        let announcer = handler.desk.announcer
        let number = announcer.add(listener)
        return { announcer.remove(number) }
    }
}
