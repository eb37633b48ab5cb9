import Cloud
import Core

/// The calls for the marker posts of the account that an intent is of.
struct DonationCalls {
    private let request: IntentRequest<DonationWish>
    private let api: CommunityAPI

    init(_ configuration: CommunityConfiguration, _ request: IntentRequest<DonationWish>) {
        self.request = request
        api = CommunityAPI(configuration, by: request.requests)
    }

    /// Makes the server have what is wished, after a look at what it has.
    func answer(settlingFor settleTime: Duration) async throws -> IntentAnswer {
        let markers: [WirePost]
        do {
            markers = try await self.markers()
        } catch {
            return try PeopleAnswers.answerBeforeWriting(error)
        }
        guard request.payload.isOn else { return try await remove(markers) }
        guard markers.isEmpty else { return try await keepOne(of: markers) }
        // A marker that was sent may be there and not be listed yet: a second one would be made.
        if let doubt = request.doubt, doubt < settleTime { return .later(DataError(.outcomeUnknown)) }
        return try await publish()
    }

    /// What the server has; where a repetition has made several markers of a wish, all but the newest are removed.
    func read() async throws -> DonationWish {
        let markers = try await self.markers()
        if request.payload.isOn { _ = try await keepOne(of: markers) }
        return DonationWish(!markers.isEmpty, nick: request.payload.nick)
    }

    private func markers() async throws -> [WirePost] {
        guard let user = request.account.name else { throw NetworkError(.unauthorized) }
        return try await api.donationMarkers(of: user, limit: 5, isSentOnce: true)
    }

    private func publish() async throws -> IntentAnswer {
        let draft = PostDraft(
            text: "#후원", category: api.requests.configuration.donationCategory, title: request.payload.nick + "후원")
        do {
            _ = try await request.requests.response(to: try api.requests.publish(draft))
            return .done()
        } catch {
            return try PeopleAnswers.answer(error, of: .publish)
        }
    }

    /// Removes all markers: the ones that were found, and those that are behind them.
    private func remove(_ found: [WirePost]) async throws -> IntentAnswer {
        var markers = found
        var seen: Set<String> = []
        // No person has a hundred; a server that lists ever new ones is asked again later.
        for _ in 0..<20 where !markers.isEmpty {
            for marker in markers {
                seen.insert(marker.id)
                if let answer = try await failure(ofDeleting: marker) { return answer }
            }
            do {
                // What is listed still after it was deleted is a late copy of the list.
                markers = try await self.markers().filter { !seen.contains($0.id) }
            } catch {
                return try PeopleAnswers.answerBeforeWriting(error)
            }
        }
        return markers.isEmpty ? .done() : .later(DataError(.malformed))
    }

    /// Removes all markers but the newest, which is the one that others see.
    private func keepOne(of markers: [WirePost]) async throws -> IntentAnswer {
        for marker in markers.dropFirst() {
            switch try await failure(ofDeleting: marker) {
            // What was wished holds with two as well.
            case nil, .refused: continue
            case let answer?: return answer
            }
        }
        return .done()
    }

    /// Deletes a marker; `nil` where it is gone.
    private func failure(ofDeleting marker: WirePost) async throws -> IntentAnswer? {
        do {
            _ = try await request.requests.response(to: try api.requests.delete(marker.id))
            return nil
        } catch {
            let answer = try PeopleAnswers.answer(error, of: .delete)
            return answer == .done() ? nil : answer
        }
    }
}

extension CommunityAPI {
    /// Reads the marker posts by which a person says that they take donations.
    ///
    /// - Parameters:
    ///   - user: The id of the person.
    ///   - limit: The greatest number of them.
    ///   - sender: The account that asks; the one in use by default.
    ///   - isSentOnce: Whether it is a look, which is not answered by an earlier request; false by default.
    /// - Returns: The markers, the newest first.
    /// - Throws: `NetworkError`, `malformed` where there is one that cannot be read and no other; `CancellationError`.
    func donationMarkers(
        of user: String, limit: Int, for sender: RequestSender = .current, isSentOnce: Bool = false
    ) async throws -> [WirePost] {
        let category = requests.configuration.donationCategory
        let listing = PostListing.of(user: user, category: category)
        let page = try await posts(listing, limit: limit, for: sender, isSentOnce: isSentOnce).posts
        let markers = page.elements.filter { $0.category == category && $0.author.id == user }
        if markers.isEmpty, !page.issues.isEmpty { throw NetworkError(.malformed) }
        return markers.sorted { ($1.created, $0.id) < ($0.created, $1.id) }
    }
}
