import Core

extension ActivityEvent.Reason {
    /// The phrase for the reason, to stand after a colon; of a failure, the phrase for its code where that is known.
    func phrase(code: ErrorCode?) -> Phrase {
        switch self {
        case .budget: .budgetUsedUp
        case .serverAsked: .serverAskedToWait
        case .spacing: .requestsAreSpaced
        case .priority: .urgentGoesFirst
        case .fresh: .refreshedLately
        case .offline: .noConnection
        case .suspendedEarlier: code.map(Self.phrase) ?? .refusedBefore
        case .failure: code.map(Self.phrase) ?? .otherFailure
        case .costlyNetwork: .waitsForFreeNetwork
        case .unknownNetwork: .waitsForKnownNetwork
        case .lowData: .waitsForMoreData
        case .downloadsOff: .downloadsAreOff
        }
    }

    private static func phrase(for code: ErrorCode) -> Phrase {
        switch code {
        case .offline: .serverNotReached
        case .timedOut: .serverTooSlow
        case .accessClosed: .wayInClosed
        case .forbidden: .notShown
        case .unauthorized: .signInNeeded
        case .sessionExpired: .sessionEnded
        case .notFound: .notKnown
        case .badRequest: .notUnderstood
        case .rateLimited: .tooManyRequests
        case .serverError: .serverTrouble
        case .tooLarge: .answerTooLarge
        case .malformed: .answerMalformed
        case .captivePortal: .portalAnswered
        case .redirected: .sentElsewhere
        case .pinMismatch: .notTheServer
        case .invalidInput: .cannotBeAskedThere
        default: .otherFailure
        }
    }
}

extension ActivityEvent.Subject {
    var phrase: Phrase {
        switch self {
        case .packs: .packs
        case .favourites: .favourites
        case .pictures: .pictures
        }
    }
}
